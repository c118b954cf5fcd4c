/** The fields of the forms about oneself. */
import { say } from "../../lib/words.svelte";

export interface FormField {
  key: string;
  label: string;
  autocomplete: "nickname" | "username" | "current-password" | "new-password";
  /** Typed unseen. */
  secret?: boolean;
  /** A password that is made up now, and has to be long enough. */
  fresh?: boolean;
  hint?: string;
  /** What stands there at first. */
  start?: string;
}

export const nameField = (start = ""): FormField => ({ key: "name", label: say("account.name"), autocomplete: "username", start });
export const passwordField = (key = "password", label = say("account.password")): FormField => ({
  key, label, autocomplete: "current-password", secret: true,
});
export const freshField = (label = say("account.password")): FormField => ({
  key: "password", label, autocomplete: "new-password", secret: true, fresh: true, hint: say("account.short", { n: 8 }),
});

/** A refused name is said at the name, everything else at the password. */
export const nameOrPassword = (kind: string): string => (kind === "bad_name" || kind === "name_taken" ? "name" : "password");
