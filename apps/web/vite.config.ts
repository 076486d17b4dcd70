import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const REACT = /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack)[\\/]/;
/** What the sign-in stands on, with all that it needs itself. The rest comes with the layout and its pages. */
const ANTD_SHELL =
  /node_modules[\\/](@ant-design|dayjs|antd)[\\/](cssinjs|cssinjs-utils|colors|fast-color|dayjs\.min\.js|locale|plugin|es[\\/](app|config-provider|theme|style|button|dropdown|modal|message|notification|input|form|alert|spin)[\\/])/;
/** Each page brings those that it shows; small lots are put together. */
const ICONS = /node_modules[\\/]@ant-design[\\/]icons/;

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // A lot of icons would be named after all pages that share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'echarts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 30 },
            { name: 'react', test: REACT, priority: 20 },
            { name: 'antd', test: ANTD_SHELL, priority: 15 },
            { name: 'icons', test: ICONS, priority: 12, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
            { name: 'antd-pages', test: /node_modules[\\/](antd|@rc-component)[\\/]/, priority: 10 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 10 },
          ],
        },
      },
    },
  },
});
