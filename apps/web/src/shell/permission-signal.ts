type Listener = (userLoginId: string) => void;
const listeners = new Set<Listener>();

/** Opens the rights of a member over any page. The access area listens in its shell slot. */
export function showPermissions(userLoginId: string): void {
  for (const listener of listeners) listener(userLoginId);
}

export function onShowPermissions(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
