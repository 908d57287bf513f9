import { Link } from '@tanstack/react-router'
import { Button } from '../shared/ui/button.tsx'
import { EmptyState } from '../shared/ui/placeholder.tsx'

/** What live mode shows until two operators decided that the business goes live. */
export function NotLive() {
  return (
    <section className="rounded-panel border">
      <h1 className="border-b px-4 py-3 text-body font-semibold">Live mode is not open yet</h1>
      <EmptyState
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button asChild look="primary">
              <Link from="/$business/$mode" to="/$business/$mode/go-live">
                Go live
              </Link>
            </Button>
            <Button asChild>
              <Link from="/$business/$mode" to="/$business/$mode" params={{ mode: 'test' }}>
                Use test mode
              </Link>
            </Button>
          </div>
        }
      >
        Afara checks a business before it moves real money. Fill in the checklist; two people decide, usually
        within one business day. Everything you build in test mode works the same way in live mode.
      </EmptyState>
    </section>
  )
}
