import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

/** A question over the page. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Dialog({
  title,
  onClose,
  children,
}: Readonly<{ title: string; onClose: () => void; children: ReactNode }>) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={id}
      className="m-auto w-[min(520px,calc(100vw-32px))] rounded-panel border bg-surface p-0 text-text shadow-panel backdrop:bg-phone/50"
    >
      <header className="flex h-12 items-center justify-between border-b pr-2 pl-4">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        <Button look="quiet" isIcon aria-label="Close" onClick={() => ref.current?.close()}>
          <X size={16} aria-hidden />
        </Button>
      </header>
      <div className="p-4">{children}</div>
    </dialog>
  )
}
