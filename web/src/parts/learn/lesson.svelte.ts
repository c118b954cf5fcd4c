/** State of a lesson: current step, visible frames and feedback on attempts. */
import { MoveBuilder } from "../../lib/move.svelte";
import type { ChoiceInfo } from "../../lib/protocol";
import { type Frame, type Lesson, savedProgress, saveProgress, type Step, type Task } from "./types";

export type Reaction = { kind: "right" } | { kind: "also" | "other"; sentence: string; instead: string };

const NOTHING: ChoiceInfo[] = [];

export class LessonState {
  lesson = $state.raw<Lesson>()!;
  place = $state(0);
  /** Index of the current frame. */
  frame = $state(0);
  /** Number of completed tasks. */
  solved = $state(0);
  reaction = $state.raw<Reaction | null>(null);
  hinted = $state(false);
  readonly move = new MoveBuilder(() => this.task?.legal ?? NOTHING, (choice) => this.answer(choice));

  constructor(lesson: Lesson) {
    this.lesson = lesson;
    this.place = Math.min(savedProgress(lesson.game), lesson.steps.length - 1);
    this.frame = this.step.frames.length - 1;
  }

  /** Switch to the same lesson in another language. */
  translate(lesson: Lesson): void {
    this.lesson = lesson;
    this.reaction = null;
  }

  get step(): Step { return this.lesson.steps[this.place]!; }
  get task(): Task | undefined { return this.shown ? this.step.tasks[this.solved] : undefined; }
  /** Whether all frames of the step have been shown. */
  get shown(): boolean { return this.frame >= this.step.frames.length - 1; }
  get complete(): boolean { return this.shown && this.solved === this.step.tasks.length; }
  get first(): boolean { return this.place === 0; }
  get last(): boolean { return this.place === this.lesson.steps.length - 1; }

  private get seen(): Frame[] {
    return [...this.step.frames.slice(0, this.frame + 1), ...this.step.tasks.slice(0, this.solved).map((task) => task.after)];
  }
  get view(): unknown { return this.seen.at(-1)!.view; }
  get story(): string[] { return this.seen.flatMap((frame) => frame.story); }

  /** Show the next frame. */
  advance(): void {
    if (!this.shown) this.frame += 1;
  }

  /** Skip to the last frame, or go to the next step. */
  next(animated: boolean): void {
    if (!this.shown) {
      this.frame = this.step.frames.length - 1;
      } else if (this.complete && !this.last) {
      this.enter(this.place + 1, animated ? 0 : Infinity, 0);
    }
  }

  back(): void {
    if (this.first) return;
    this.enter(this.place - 1, Infinity, Infinity);
  }

  /** Repeat the tasks of this step. */
  again(): void {
    this.enter(this.place, Infinity, 0);
  }

  /** Start over. */
  restart(): void {
    this.enter(0, 0, 0);
  }

  /** Play the expected move for the learner. */
  showMove(): void {
    const choice = this.task?.legal.find(({ text }) => text === this.task?.move);
    if (choice) this.answer(choice);
  }

  hint(): void {
    this.hinted = true;
    this.move.clear();
    if (this.task) this.move.point(...this.task.move.split(" "));
  }

  private enter(place: number, frame: number, solved: number): void {
    this.place = place;
    this.frame = Math.min(frame, this.step.frames.length - 1);
    this.solved = Math.min(solved, this.step.tasks.length);
    this.reaction = null;
    this.hinted = false;
    saveProgress(this.lesson.game, place);
  }

  private answer(choice: ChoiceInfo): void {
    const task = this.task;
    if (!task) return;
    const instead = task.legal.find(({ text }) => text === task.move)?.sentence ?? "";
    if (!task.right.includes(choice.text)) {
      this.reaction = { kind: "other", sentence: choice.sentence, instead };
      this.move.clear();
      return;
    }
    this.reaction = choice.text === task.move ? { kind: "right" } : { kind: "also", sentence: choice.sentence, instead };
    this.solved += 1;
    this.hinted = false;
  }
}
