// Writes app/passwords/common-passwords.txt, and common-typed.txt for browsers, from the password list of @zxcvbn-ts/language-common (MIT), which ranks
// leaked passwords by frequency. Run it again to take a newer release: node scripts/common-passwords.mjs
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasRepeat, hasSequence } from "../app/passwords/password-rules.ts";

const source = "@zxcvbn-ts/language-common@4.1.3";
/** Everything among the most frequent; further down only what our other rules would let pass. */
const most = 4_000;
const further = 30_000;

const folder = mkdtempSync(join(tmpdir(), "common-passwords-"));
try {
  execFileSync("npm", ["pack", "--silent", source], { cwd: folder, shell: process.platform === "win32" });
  const [archive] = readdirSync(folder);
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  const ranked = JSON.parse(readFileSync(join(folder, "package/src/passwords.json"), "utf8")).map((word) =>
    String(word).toLowerCase(),
  );
  const possible = ranked
    .slice(0, further)
    .filter((word) => word.length >= 6 && /\d/.test(word) && /[a-z]/.test(word));
  const kept = [...new Set([...ranked.slice(0, most), ...possible])].sort();
  const head = [
    `# ${kept.length} common passwords, case-folded, from the ranked list of ${source}`,
    "# (MIT, see common-passwords-LICENSE.txt); written by scripts/common-passwords.mjs",
  ];
  writeFileSync("app/passwords/common-passwords.txt", `${[...head, ...kept].join("\n")}\n`);
  // A password needs a letter and a digit, and no sequence or repetition: browsers get only what passes the other rules.
  const typed = kept.filter(
    (word) => /\p{L}/u.test(word) && /\p{Nd}/u.test(word) && !hasSequence(word) && !hasRepeat(word),
  );
  writeFileSync("app/passwords/common-typed.txt", `${typed.join("\n")}\n`);
  copyFileSync(join(folder, "package/LICENSE.txt"), "app/passwords/common-passwords-LICENSE.txt");
  console.log(`${kept.length} passwords`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
