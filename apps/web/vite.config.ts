import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lightContract } from './light-contract.ts';
import { textsByLanguage } from './texts-by-language.ts';

const REACT = /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack)[\\/]/;
/**
 * The start page is one file, with all that it needs: a group takes what its modules import. The pager is of no use
 * there, but the Chinese locale shares its words.
 */
const START =
  /[\\/]src[\\/](app|shell[\\/]layout|areas[\\/]dashboard[\\/]pages[\\/]DashboardPage|areas[\\/]\w+[\\/]shell-slot)\.tsx$|[\\/]pagination[\\/]es[\\/]locale[\\/]/;
/** What the sign-in adds. */
const FORM = /node_modules[\\/]antd[\\/]es[\\/](alert|form|input)[\\/]/;
/** The other components come with the first list. Words of one language stay with their language. */
const ANTD = /node_modules[\\/](antd|@rc-component|dayjs)[\\/](?!(.*[\\/])?locale[\\/])/;
const ICONS = /node_modules[\\/]@ant-design[\\/]icons/;
/** Words of the contract in one language, which several areas name; those of finance come with its own texts. */
const WORDS = /[\\/]contract[\\/](?!.*[\\/]finance[\\/]).*\?(zh|en)$/;

/** An area's texts in one language are one file: "orders.zh". */
function chunkName(name: string, from: string | null): string {
  const [, area = 'shared', language] = from?.match(/(?:[\\/]areas[\\/](\w+))?[\\/]texts\.ts\?(zh|en)$/) ?? [];
  // A lot of icons would be named after all pages that share it.
  return language ? `${area}.${language}` : (name.split('~')[0] ?? name);
}

/**
 * antd takes the context of forms from a package's entrance, which brings forms and their checks with it. The start page
 * has no form.
 */
const formContextAlone: Plugin = {
  name: 'form-context-alone',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (source !== '@rc-component/form' || !/antd[\\/]es[\\/]form[\\/]context\.js$/.test(importer)) return null;
    return this.resolve('@rc-component/form/es/FormContext', importer, { skipSelf: true });
  },
};

/** Parts of antd that set a style as an attribute: the field that measures a text's height, and the watermark. */
const STYLED =
  /(@rc-component[\\/]input[\\/]es[\\/]calculateNodeHeight|antd[\\/]es[\\/]watermark[\\/]useWatermark)\.js$/;
/**
 * The page's policy demands a nonce of every style, which some of antd's parts do not give (the lock of scrolling behind
 * dialogs), and refuses styles that are set as an attribute; through the document's own interface they are none of its
 * business.
 */
const DYNAMIC_CSS = '\0styles-with-nonce';
const stylesWithNonce: Plugin = {
  name: 'styles-with-nonce',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (source === DYNAMIC_CSS) return source;
    if (!/Dom\/dynamicCSS(\.js)?$/.test(source) || importer === DYNAMIC_CSS) return null;
    return DYNAMIC_CSS;
  },
  load(id) {
    if (id !== DYNAMIC_CSS) return null;
    return `import * as original from '@rc-component/util/es/Dom/dynamicCSS';
      import { styleNonce } from '${join(import.meta.dirname, 'src/theme/nonce.ts')}';
      const csp = { nonce: styleNonce };
      export const injectCSS = (css, option) => original.injectCSS(css, { ...option, csp });
      export const updateCSS = (css, key, option) => original.updateCSS(css, key, { ...option, csp });
      export const { removeCSS, clearContainerCache } = original;`;
  },
  transform(code, id) {
    if (!STYLED.test(id)) return null;
    const changed = code.replace(/(\w+)\.setAttribute\('style', /, '$1.style.cssText = (');
    if (changed === code) throw new Error(`${id} sets no style as an attribute any more`);
    return changed;
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // The server puts the nonce of each answer in its place: core/http/web.ts.
  html: { cspNonce: 'nonce-of-the-answer' },
  plugins: [react(), textsByLanguage(), lightContract(), formContextAlone, stylesWithNonce],
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name, facadeModuleId }) => `assets/${chunkName(name, facadeModuleId)}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: (id) => `words.${id.slice(-2)}`, debugName: 'words', test: WORDS, priority: 40 },
            { name: 'echarts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 30 },
            { name: 'react', test: REACT, priority: 20 },
            { name: 'start', test: START, priority: 15 },
            { name: 'form', test: FORM, priority: 14 },
            { name: 'icons', test: ICONS, priority: 12, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
            { name: 'antd', test: ANTD, priority: 10 },
          ],
        },
      },
    },
  },
});
