import { expect, test } from 'vitest';
import { firstFiles, type Manifest } from './first-load.ts';

const manifest: Manifest = {
  'index.html': { file: 'index.js', src: 'index.html', imports: ['_react.js'], css: ['index.css'] },
  '_react.js': { file: 'react.js', name: 'react' },
  'src/areas/dashboard/pages/DashboardPage.tsx': {
    file: 'home.js',
    src: 'src/areas/dashboard/pages/DashboardPage.tsx',
    imports: ['_table.js'],
  },
  '_table.js': { file: 'table.js', imports: ['_react.js'] },
  'src/areas/orders/pages/OrderList.tsx': { file: 'orders.js', src: 'src/areas/orders/pages/OrderList.tsx' },
  'src/texts.ts?zh': { file: 'shared.zh.js', src: 'src/texts.ts?zh' },
  'src/areas/dashboard/texts.ts?zh': {
    file: 'dashboard.zh.js',
    src: 'src/areas/dashboard/texts.ts?zh',
    imports: ['_words.zh.js'],
  },
  '_words.zh.js': { file: 'words.zh.js', name: 'words.zh' },
  'src/areas/dashboard/texts.ts?en': { file: 'dashboard.en.js', src: 'src/areas/dashboard/texts.ts?en' },
  'src/areas/orders/texts.ts?zh': { file: 'orders.zh.js', src: 'src/areas/orders/texts.ts?zh' },
};

test('the first load is the start page with all that it imports, in one language', () => {
  expect(firstFiles(manifest).sort()).toEqual(
    [
      'home.js',
      'dashboard.zh.js',
      'index.css',
      'index.js',
      'react.js',
      'shared.zh.js',
      'table.js',
      'words.zh.js',
    ].sort(),
  );
});
