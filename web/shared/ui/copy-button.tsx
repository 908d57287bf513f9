import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

const SHOWN_MS = 2_000

/** Copies a text and says so for two seconds. Nothing moves: both words have the same width. */
function useCopied(text: string) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => setIsCopied(true))
  }
  return { isCopied, copy }
}

export function CopyButton({ text, what }: Readonly<{ text: string; what: string }>) {
  const { isCopied, copy } = useCopied(text)
  return (
    <Button onClick={copy} aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`} className="min-w-24">
      {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}

/** An id in its short form. Copies the whole id. On a phone a finger hits 44 px, of which the lines around it lend 20. */
export function CopyId({ id, short }: Readonly<{ id: string; short: string }>) {
  const { isCopied, copy } = useCopied(id)
  return (
    <button
      type="button"
      onClick={copy}
      title={id}
      aria-label={`${short}, ${isCopied ? 'copied' : 'copy the whole text'}`}
      className="-mx-1 -my-2.5 inline-flex h-11 items-center gap-1 rounded-small px-1 font-mono whitespace-nowrap text-caption text-muted hover:bg-sunken hover:text-text middle:my-0 middle:h-6"
    >
      {short}
      {isCopied ? <Check size={12} aria-hidden /> : <Copy size={12} aria-hidden />}
    </button>
  )
}
