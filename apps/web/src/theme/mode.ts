import { useSyncExternalStore } from 'react';
import { palettes } from './tokens.ts';

export type ThemeMode = 'system' | 'light' | 'dark';
const KEY = 'tw.theme';
/** On paper everything is light. */
const paper = window.matchMedia('print');
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let mode: ThemeMode = readMode();

function readMode(): ThemeMode {
  const saved = localStorage.getItem(KEY);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}
function isDark(): boolean {
  if (paper.matches) return false;
  return mode === 'dark' || (mode === 'system' && system.matches);
}
/** Our own style sheets read the same colours as antd: --tw-page, --tw-accent ... */
function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  for (const [name, colour] of Object.entries(isDark() ? palettes.dark : palettes.light))
    root.style.setProperty(`--tw-${name}`, colour);
  for (const listener of listeners) listener();
}
system.addEventListener('change', apply);
paper.addEventListener('change', apply);
apply();

export function setThemeMode(next: ThemeMode): void {
  mode = next;
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  apply();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export function useThemeMode(): { mode: ThemeMode; dark: boolean } {
  const dark = useSyncExternalStore(subscribe, isDark);
  const current = useSyncExternalStore(subscribe, () => mode);
  return { mode: current, dark };
}

/** Whether the page is drawn for paper, which waits for no motion. */
export const onPaper = (): boolean => paper.matches;

const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
function watchMotion(listener: () => void): () => void {
  lessMotion.addEventListener('change', listener);
  return () => lessMotion.removeEventListener('change', listener);
}
/** Whether the person asked their system for less motion. */
export function useLessMotion(): boolean {
  return useSyncExternalStore(watchMotion, () => lessMotion.matches);
}
