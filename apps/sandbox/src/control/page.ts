export function page(): string {
  return '<!doctype html><title>Sandbox</title>';
}
