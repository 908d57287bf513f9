import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

type Theme = 'light' | 'dark'

/** Starts with what the system prefers. A choice lasts until the page is closed. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => chosenTheme() ?? systemTheme())
  const next = theme === 'dark' ? 'light' : 'dark'
  const change = () => {
    document.documentElement.dataset['theme'] = next
    setTheme(next)
  }
  return (
    <Button look="quiet" isIcon aria-label={`Use the ${next} theme`} onClick={change}>
      {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
    </Button>
  )
}

function chosenTheme(): Theme | undefined {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'dark' || chosen === 'light' ? chosen : undefined
}

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
