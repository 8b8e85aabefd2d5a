// Owns the hook and the menu lines that change the theme.
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { MenuChoices } from "./menu.tsx";
import { type Theme, themes, wearTheme } from "./theme.ts";

const looks = {
  light: { label: "Light", icon: <Sun /> },
  dark: { label: "Dark", icon: <Moon /> },
  system: { label: "As the device", icon: <Monitor /> },
} as const;

/** Three lines of a menu. `theme` is what the server read from the cookie. */
export function ThemeChoices({ theme }: { readonly theme: Theme }) {
  const [worn, setWorn] = useState<Theme>(() => wornTheme() ?? theme);
  return (
    <MenuChoices
      label="Theme"
      value={worn}
      choices={themes.map((value) => ({ value, ...looks[value] }))}
      onChoose={(value) => {
        const chosen = themes.find((one) => one === value);
        if (!chosen) return;
        wearTheme(chosen);
        setWorn(chosen);
      }}
    />
  );
}

/** What the document wears now: it can be newer than the cookie that the server read. */
function wornTheme(): Theme | undefined {
  if (typeof document === "undefined") return undefined;
  return themes.find((theme) => theme === document.documentElement.dataset.theme);
}
