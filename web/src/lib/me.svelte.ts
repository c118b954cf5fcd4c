/** Who I am to the server: nobody yet, a guest with a nickname, or somebody with an account. */
import { ask, post } from "./api";
import type { Me } from "./wire";
import { words } from "./words.svelte";

export interface SessionInfo { id: string; created: number; seen: number; agent: string; current: boolean }
interface Whoami { me: Me | null }

const NAMES = [
  "Amara", "Baldassare", "Cornelis", "Devika", "Elio", "Farid", "Griet", "Hendrik", "Isha", "Jacopo", "Kavita", "Leyla",
  "Maarten", "Nerina", "Omar", "Priya", "Rustam", "Saskia", "Tomaso", "Usha", "Viola", "Willem", "Yasmin", "Zeno",
];

class Myself {
  me = $state.raw<Me | null>(null);
  /** Whether the server has told who I am. */
  asked = $state(false);
  /** The nickname of a guest who has not been made yet: a merchant's name, until somebody types another. */
  wanted = $state(NAMES[Math.floor(Math.random() * NAMES.length)]!);
  private asking: Promise<Me | null> | null = null;

  /** Ask the server, once for all parts of the page. */
  load(): Promise<Me | null> {
    this.asking ??= ask<Whoami>("/api/me").then(
      (said) => this.become(said),
      () => {
        this.asking = null;
        return null;
      },
    );
    return this.asking;
  }

  /** Be somebody: a guest is made if there is nobody yet. */
  async ensure(): Promise<Me> {
    const known = await this.load();
    return known ?? (await this.call(this.wanted));
  }

  /** Another nickname; whoever is nobody yet becomes a guest of that name. */
  async call(nickname: string): Promise<Me> {
    return this.become(await post<Whoami>("/api/guest", { nickname, language: words.language }))!;
  }

  /** Make an account; a guest's games come with it. */
  async register(name: string, password: string): Promise<void> {
    this.become(await post<Whoami>("/api/account", { name, password }));
  }

  async logIn(name: string, password: string): Promise<void> {
    this.become(await post<Whoami>("/api/login", { name, password }));
  }

  async logOut(): Promise<void> {
    this.become(await post<Whoami>("/api/logout"));
  }

  async changePassword(old: string, password: string): Promise<void> {
    await post<Whoami>("/api/password", { old, password });
  }

  /** Have everything forgotten; an account needs its password. */
  async remove(password: string | null): Promise<void> {
    this.become(await post<Whoami>("/api/me/delete", { password }));
  }

  sessions(): Promise<SessionInfo[]> {
    return ask<SessionInfo[]>("/api/sessions");
  }

  /** End a session; those that remain, or null if it was this one. */
  async endSession(session: SessionInfo): Promise<SessionInfo[] | null> {
    const said = await ask<SessionInfo[] | Whoami>(`/api/sessions/${encodeURIComponent(session.id)}`, "DELETE");
    if (Array.isArray(said)) return said;
    this.become(said);
    return null;
  }

  /** Tell the server my language, so that it speaks it where no page asks. */
  speak(language: string): void {
    if (this.me && this.me.language !== language)
      ask<Whoami>("/api/me", "PATCH", { language }).then((said) => this.become(said), () => undefined);
  }

  private become(said: Whoami): Me | null {
    this.me = said.me;
    this.asked = true;
    this.asking = Promise.resolve(said.me);
    return said.me;
  }
}

export const myself = new Myself();
