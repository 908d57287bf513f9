import { Link } from '@tanstack/react-router'
import { Button } from './button.tsx'
import { Problem } from './placeholder.tsx'

const shape = 'mx-auto grid w-full max-w-120 justify-items-start gap-4 px-4 py-12'

/** Stands in place of a page that failed. The router shows it for every page. */
export function FailedPage({ error }: Readonly<{ error: unknown }>) {
  return (
    <main className={shape}>
      <h1 className="text-title font-semibold tracking-tight">This page cannot be shown</h1>
      <p className="text-body text-muted">
        Reload it. Nothing that you signed is lost. If it fails again, send this message to support.
      </p>
      <Problem>{error instanceof Error ? error.message : String(error)}</Problem>
      <Button look="primary" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </main>
  )
}

/** Says that an address belongs to no page. */
export function UnknownPage() {
  return (
    <main className={shape}>
      <h1 className="text-title font-semibold tracking-tight">There is no page at this address</h1>
      <p className="text-body text-muted">Check the address, or start again from the first page.</p>
      <Button look="primary" asChild>
        <Link to="/">Open the first page</Link>
      </Button>
    </main>
  )
}
