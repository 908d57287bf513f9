import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => new URL(path, import.meta.url).pathname

/** Every page is static files: no inline script, nothing from another host. `base` is relative, so that any path can serve them. */
export default defineConfig({
  root: at('.'),
  base: './',
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['afara-source', 'browser', 'module', 'import', 'default'] },
  build: {
    outDir: at('dist'),
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A picture or font inside a stylesheet would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        console: at('console/index.html'),
        dashboard: at('dashboard/index.html'),
        demo: at('demo/index.html'),
        design: at('design/index.html'),
      },
    },
  },
})
