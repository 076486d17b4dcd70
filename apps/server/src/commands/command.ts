import { ConfigError } from '../core/config.ts';

/** What a person asked for cannot be done: told in one line, without a trace. */
export class Refused extends Error {}

export const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs a command of the shell: 0 when done, 1 and one line when refused. */
export async function run(work: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await work(process.argv.slice(2));
    process.exit(0);
  } catch (error) {
    const known = error instanceof Refused || error instanceof ConfigError;
    process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}
