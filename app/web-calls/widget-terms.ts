/** The words and limits of widgets that the dashboard and websites share. */

/** How long the line of words above the conversation may be. */
export const longestGreeting = 200;

export const positions = ["right", "left"] as const;

export const defaultGreeting = "Hello! How can we help you?";

/** What a visitor reads before the first word: whom they talk with, and what is kept. */
export const consentWords = (organization: string): string =>
  `You'll talk with an AI assistant. ${organization} keeps what is said as text. By starting, you agree to this.`;

/** The line of HTML that shows a widget. @param origin of the host that serves it */
export const snippetOf = (origin: string, public_id: string): string =>
  `<script src="${origin}/widget.js" data-agent="${public_id}" async></script>`;
