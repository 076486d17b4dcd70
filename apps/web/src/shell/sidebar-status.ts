export type SidebarStatus = 'open' | 'closed';

export function readSidebar(): SidebarStatus {
  return /(?:^|;\s*)sidebarStatus=0/.test(document.cookie) ? 'closed' : 'open';
}
export function saveSidebar(status: SidebarStatus): void {
  // biome-ignore lint/suspicious/noDocumentCookie: a plain setting of this browser
  document.cookie = `sidebarStatus=${status === 'open' ? 1 : 0}; path=/; max-age=31536000; samesite=lax`;
}
