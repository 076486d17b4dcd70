/** What the page's policy demands of every style that comes after the page. Undefined where no server made the page. */
export const styleNonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
