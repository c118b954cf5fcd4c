/** A lesson in progress: which step, what is seen of it, and what came of the learner's tries. */
import { Move } from "../../lib/move.svelte";
import type { Choice } from "../../lib/wire";
import { keepReached, reached, type Frame, type Lesson, type Step, type Task } from "./lesson";

export type Reaction = { kind: "right" } | { kind: "also" | "other"; sentence: string; instead: string };

const NOTHING: Choice[] = [];

export class LessonRun {
  lesson = $state.raw<Lesson>()!;
  place = $state(0);
  /** How many frames of the step were shown before this one. */
  frame = $state(0);
  /** How many of the step's tasks are done. */
  solved = $state(0);
  reaction = $state.raw<Reaction | null>(null);
  hinted = $state(false);
  readonly move = new Move(() => this.task?.legal ?? NOTHING, (choice) => this.answer(choice));

  constructor(lesson: Lesson) {
    this.lesson = lesson;
    this.place = Math.min(reached(lesson.game), lesson.steps.length - 1);
    this.frame = this.step.frames.length - 1;
  }

  /** The same lesson in another language. */
  translate(lesson: Lesson): void {
    this.lesson = lesson;
    this.reaction = null;
  }

  get step(): Step { return this.lesson.steps[this.place]!; }
  get task(): Task | undefined { return this.shown ? this.step.tasks[this.solved] : undefined; }
  /** Whether everything that others do in this step was seen. */
  get shown(): boolean { return this.frame >= this.step.frames.length - 1; }
  get complete(): boolean { return this.shown && this.solved === this.step.tasks.length; }
  get first(): boolean { return this.place === 0; }
  get last(): boolean { return this.place === this.lesson.steps.length - 1; }

  private get seen(): Frame[] {
    return [...this.step.frames.slice(0, this.frame + 1), ...this.step.tasks.slice(0, this.solved).map((task) => task.after)];
  }
  get view(): unknown { return this.seen.at(-1)!.view; }
  get story(): string[] { return this.seen.flatMap((frame) => frame.story); }

  /** See the next frame of the step. */
  advance(): void {
    if (!this.shown) this.frame += 1;
  }

  /** Go on: to the end of what is being shown, else to the next step. */
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

  /** Make the moves of this step again. */
  again(): void {
    this.enter(this.place, Infinity, 0);
  }

  /** Begin the lesson anew. */
  restart(): void {
    this.enter(0, 0, 0);
  }

  /** Play what is asked for, for somebody who would rather see it. */
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
    keepReached(this.lesson.game, place);
  }

  private answer(choice: Choice): void {
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
