import { replace } from "react-router";

/** Specification section 2: / goes to /auth, which sends whoever is signed in on to the dashboard. */
export const loader = () => replace("/auth");
