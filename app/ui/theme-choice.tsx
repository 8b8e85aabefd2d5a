/** The menu items that change the theme. */
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { MenuChoices } from "./menu.tsx";
import { type Theme, themes, wearTheme } from "./theme.ts";

const looks = {
  light: { label: "Light", icon: <Sun /> },
  dark: { label: "Dark", icon: <Moon /> },
  system: { label: "System", icon: <Monitor /> },
} as const;

/** Three items of a menu. A menu is drawn in the browser only, so it reads the theme from the document. */
export function ThemeChoices() {
  const [worn, setWorn] = useState<Theme>(wornTheme);
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

function wornTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";
}
