let audio: AudioContext | undefined;

/** Right: one high tone. Wrong: two low ones. Heard across a warehouse without looking. */
export function beep(kind: 'good' | 'bad'): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const start = audio.currentTime;
    if (kind === 'good') tone(audio, 1320, start, 0.09);
    else {
      tone(audio, 220, start, 0.16);
      tone(audio, 180, start + 0.2, 0.26);
    }
  } catch {
    // No sound on this machine: colour and text still show the result.
  }
}

function tone(context: AudioContext, hertz: number, at: number, seconds: number): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = hertz < 500 ? 'square' : 'sine';
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0.25, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds);
}
