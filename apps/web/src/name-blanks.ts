/** Chinese texts have blanks around a name, which is right for "Shopify"; a Chinese name stands without them. */
export function fitName(text: string, name: string): string {
  const left = /^\p{Script=Han}/u.test(name) ? text.replaceAll(` ${name}`, name) : text;
  return /\p{Script=Han}$/u.test(name) ? left.replaceAll(`${name} `, name) : left;
}
