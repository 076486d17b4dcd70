import { defineHook } from '../../core/hooks.ts';

export interface Swap {
  oldUserId: number;
  newUserId: number;
  /** The old account is removed at the end of the same transaction. */
  deleteOld: boolean;
  /** What was moved, for the person who asked: "waves" -> 3. Listeners add to it. */
  moved: Map<string, number>;
}

/** One user takes over from another: areas above move what is under way. What is done keeps the name of who did it. */
export const userSwapping = defineHook<Swap>();

/** A user is about to be removed: areas above remove what belongs to them, or refuse where work waits for them. */
export const userRemoving = defineHook<{ userId: number; userLoginId: string }>();

/** An account is about to be added or let in again: the plan may refuse. `users`: how many are enabled then. */
export const usersGrowing = defineHook<{ users: number }>();

/** A department is about to be removed: areas above refuse where something of theirs stands in it. */
export const departmentRemoving = defineHook<{ departmentId: number; name: string }>();
