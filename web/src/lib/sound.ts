/** Synthesised sounds: a knock for each move, two notes for the player's turn. */
import { preferences } from "./preferences.svelte";

let audio: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!preferences.sound) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/** A decaying tone. */
function tone(context: AudioContext, pitch: number, start: number, length: number, loud: number, shape: OscillatorType): void {
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

export function playMoveSound(): void {
  const context = ready();
  if (!context) return;
  const now = context.currentTime;
  tone(context, 240 + Math.random() * 40, now, 0.09, 0.22, "triangle");
  tone(context, 900, now, 0.025, 0.08, "square");
}

export function playTurnSound(): void {
  const context = ready();
  if (!context) return;
  const now = context.currentTime;
  tone(context, 587, now, 0.3, 0.12, "sine");
  tone(context, 784, now + 0.12, 0.4, 0.12, "sine");
}

export function playEndSound(): void {
  const context = ready();
  if (!context) return;
  [523, 659, 784, 1047].forEach((pitch, place) => tone(context, pitch, context.currentTime + place * 0.13, 0.5, 0.1, "sine"));
}
