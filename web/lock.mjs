// Writes package-lock.json anew, whole and without the addresses of package hosts: node lock.mjs
import { execSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

rmSync("node_modules", { recursive: true, force: true });
rmSync("package-lock.json", { force: true });
execSync("npm install --package-lock-only --omit-lockfile-registry-resolved=false --no-audit --no-fund", { stdio: "inherit" });
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const entry of Object.values(lock.packages)) delete entry.resolved;
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
