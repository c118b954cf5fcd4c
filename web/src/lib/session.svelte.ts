/** The user's session: anonymous, a guest with a nickname, or an account. */
import { post, request } from "./api";
import { i18n } from "./i18n.svelte";
import type { Profile } from "./protocol";

export interface SessionInfo { id: string; created: number; seen: number; agent: string; current: boolean }
interface Whoami { me: Profile | null }

const NAMES = [
  "Amara", "Baldassare", "Cornelis", "Devika", "Elio", "Farid", "Griet", "Hendrik", "Isha", "Jacopo", "Kavita", "Leyla",
  "Maarten", "Nerina", "Omar", "Priya", "Rustam", "Saskia", "Tomaso", "Usha", "Viola", "Willem", "Yasmin", "Zeno",
];

class Session {
  me = $state.raw<Profile | null>(null);
  /** Whether the server has responded. */
  loaded = $state(false);
  /** Nickname offered to anonymous users. */
  suggestedName = $state(NAMES[Math.floor(Math.random() * NAMES.length)]!);
  private loading: Promise<Profile | null> | null = null;

  /** Fetch the profile, once for all components. */
  load(): Promise<Profile | null> {
    this.loading ??= request<Whoami>("/api/me").then(
      (response) => this.update(response),
      () => {
        this.loading = null;
        return null;
      },
    );
    return this.loading;
  }

  /** Return the profile, creating a guest if there is none. */
  async ensure(): Promise<Profile> {
    const known = await this.load();
    return known ?? (await this.setNickname(this.suggestedName));
  }

  /** Set the nickname, creating a guest if necessary. */
  async setNickname(nickname: string): Promise<Profile> {
    return this.update(await post<Whoami>("/api/guest", { nickname, language: i18n.language }))!;
  }

  /** Create an account; a guest keeps their games. */
  async register(name: string, password: string): Promise<void> {
    this.update(await post<Whoami>("/api/account", { name, password }));
  }

  async logIn(name: string, password: string): Promise<void> {
    this.update(await post<Whoami>("/api/login", { name, password }));
  }

  async logOut(): Promise<void> {
    this.update(await post<Whoami>("/api/logout"));
  }

  async changePassword(old: string, password: string): Promise<void> {
    await post<Whoami>("/api/password", { old, password });
  }

  /** Delete all data; accounts need their password. */
  async remove(password: string | null): Promise<void> {
    this.update(await post<Whoami>("/api/me/delete", { password }));
  }

  sessions(): Promise<SessionInfo[]> {
    return request<SessionInfo[]>("/api/sessions");
  }

  /** End a session; return the remaining ones, or null if it was this one. */
  async endSession(entry: SessionInfo): Promise<SessionInfo[] | null> {
    const response = await request<SessionInfo[] | Whoami>(`/api/sessions/${encodeURIComponent(entry.id)}`, "DELETE");
    if (Array.isArray(response)) return response;
    this.update(response);
    return null;
  }

  /** Store the language on the server. */
  setLanguage(language: string): void {
    if (this.me && this.me.language !== language)
      request<Whoami>("/api/me", "PATCH", { language }).then((response) => this.update(response), () => undefined);
  }

  private update(response: Whoami): Profile | null {
    this.me = response.me;
    this.loaded = true;
    this.loading = Promise.resolve(response.me);
    return response.me;
  }
}

export const session = new Session();
