/** Field definitions of the account forms. */
import { t } from "../../lib/i18n.svelte";

export interface FormField {
  key: string;
  label: string;
  autocomplete: "nickname" | "username" | "current-password" | "new-password";
  /** Password input. */
  secret?: boolean;
  /** New password, checked for its length. */
  fresh?: boolean;
  hint?: string;
  /** Initial value. */
  start?: string;
}

export const nameField = (start = ""): FormField => ({ key: "name", label: t("account.name"), autocomplete: "username", start });
export const passwordField = (key = "password", label = t("account.password")): FormField => ({
  key, label, autocomplete: "current-password", secret: true,
});
export const freshField = (label = t("account.password")): FormField => ({
  key: "password", label, autocomplete: "new-password", secret: true, fresh: true, hint: t("account.short", { n: 8 }),
});

/** Assign name errors to the name field, others to the password. */
export const nameOrPassword = (kind: string): string => (kind === "bad_name" || kind === "name_taken" ? "name" : "password");
