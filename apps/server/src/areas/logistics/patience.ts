import { Fail } from '../../core/errors.ts';

/** The answer of a carrier, or a failure once it has taken this long. The call itself goes on and ends by its own limit. */
export async function inPatience<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Fail('logistics.slow', 503, { seconds: patienceMs / 1000, retryAfterSeconds: 30 })),
      patienceMs,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
