import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { joinClasses } from './join-classes.ts'

/** A question over the page. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Dialog({
  title,
  isSheet = false,
  onClose,
  children,
}: Readonly<{
  title: string
  /** At the lower edge of a phone, in reach of the thumb. */
  isSheet?: boolean
  onClose: () => void
  children: ReactNode
}>) {
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
      className={joinClasses(
        'rounded-panel border bg-surface p-0 text-text shadow-panel backdrop:bg-phone/50',
        isSheet
          ? 'mx-auto mt-auto mb-0 w-full max-w-none rounded-b-none'
          : 'm-auto w-[min(520px,calc(100vw-32px))]',
      )}
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
