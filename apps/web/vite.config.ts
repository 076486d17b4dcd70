import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
        codeSplitting: {
          groups: [
            { name: 'echarts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 30 },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack)[\\/]/,
              priority: 20,
            },
            { name: 'antd', test: /node_modules[\\/](antd|@ant-design|@rc-component|dayjs)[\\/]/, priority: 10 },
            { name: 'contract', test: /node_modules[\\/]zod[\\/]|packages[\\/]contract[\\/]/, priority: 10 },
          ],
        },
      },
    },
  },
});
