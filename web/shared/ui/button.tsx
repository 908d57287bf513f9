import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes.ts'

type ButtonProps = ComponentProps<'button'> &
  Readonly<{
    /** One primary button per view. */
    look?: 'primary' | 'plain' | 'quiet'
    /** A square with an icon. Name it with `aria-label`. */
    isIcon?: boolean
    /** Gives the look to the child, for example a link. */
    asChild?: boolean
  }>

const looks = {
  primary: 'border-brand bg-brand text-on-brand hover:border-brand-strong hover:bg-brand-strong',
  plain: 'border-border-strong bg-surface text-text hover:bg-sunken',
  quiet: 'border-transparent text-muted hover:bg-sunken hover:text-text',
}

/** A verb and its object: "Approve with passkey". */
export function Button({
  look = 'plain',
  asChild = false,
  isIcon = false,
  className,
  ...props
}: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button'
  return (
    <Element
      {...(!asChild && { type: 'button' as const })}
      className={joinClasses(
        'inline-flex h-11 items-center justify-center gap-2 rounded-small border text-small font-medium whitespace-nowrap transition-colors duration-100 disabled:opacity-50 middle:h-8',
        isIcon ? 'w-11 middle:w-8' : 'px-3',
        looks[look],
        className,
      )}
      {...props}
    />
  )
}
