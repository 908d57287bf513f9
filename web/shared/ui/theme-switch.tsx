import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

type Theme = 'light' | 'dark'

/** Starts with what the system prefers. A choice lasts until the page is closed. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(watchTheme, themeNow)
  return (
    <Button look="quiet" isIcon aria-label={`Use the ${otherThan(theme)} theme`} onClick={switchTheme}>
      {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
    </Button>
  )
}

export function switchTheme(): void {
  document.documentElement.dataset['theme'] = otherThan(themeNow())
}

function otherThan(theme: Theme): Theme {
  return theme === 'dark' ? 'light' : 'dark'
}

function themeNow(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'dark' || chosen === 'light') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function watchTheme(changed: () => void): () => void {
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', changed)
  }
}
