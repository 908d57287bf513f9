import { useEffect } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'

/** Follows what happens, or holds still. L switches, as long as nobody types. */
export function LiveSwitch({
  isLive,
  setIsLive,
}: Readonly<{ isLive: boolean; setIsLive: (isLive: boolean) => void }>) {
  useTailKeys({ l: () => setIsLive(!isLive) })
  return (
    <Button aria-pressed={isLive} onClick={() => setIsLive(!isLive)}>
      <span
        aria-hidden="true"
        className={joinClasses('size-2 rounded-full border', isLive ? 'border-good bg-good' : 'border-faint')}
      />
      Live
      <kbd className="hidden rounded-small border px-1 font-sans text-caption text-muted middle:inline">
        L
      </kbd>
    </Button>
  )
}

/** Single letters act while nobody types and no dialog is open. J and K move through the rows. */
export function useTailKeys(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, select, textarea, dialog')
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return
      actions[event.key.toLowerCase()]?.()
    }
    addEventListener('keydown', act)
    return () => removeEventListener('keydown', act)
  })
}

/** Moves the focus through the rows of a list. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
}
