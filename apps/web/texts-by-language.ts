import { type Plugin, Visitor } from 'vite';

/**
 * Lets the browser load a file of texts in one language: `texts.ts?zh` has the first of each pair, and so have the words
 * that the file imports. English for a count of one becomes the key `..._one`, where i18next looks for it.
 */
export function textsByLanguage(): Plugin {
  return {
    name: 'texts-by-language',
    transform: {
      filter: { id: /\?(zh|en)$/ },
      handler(code, id) {
        const language = id.slice(-2);
        const edits: { start: number; end: number; text: string }[] = [];
        new Visitor({
          ImportDeclaration({ source }) {
            edits.push({ start: source.end - 1, end: source.end - 1, text: `?${language}` });
          },
          Property({ key, value, start, end }) {
            if (value.type !== 'ArrayExpression' || value.elements.length < 2) return;
            const name = code.slice(key.start, key.end);
            const [zh = '', en = '', one] = value.elements.map((each) => each && code.slice(each.start, each.end));
            const plural = one ? `, ${name.replace(/\w+/, '$&_one')}: ${one}` : '';
            edits.push({ start, end, text: `${name}: ${language === 'zh' ? zh : en + plural}` });
          },
        }).visit(this.parse(code));
        const cut = edits
          .sort((a, b) => b.start - a.start)
          .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
        return { code: cut, map: null };
      },
    },
  };
}
