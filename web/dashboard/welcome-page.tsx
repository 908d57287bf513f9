import { useMutation, useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Button } from '../shared/ui/button.tsx'
import { CopyButton } from '../shared/ui/copy-button.tsx'
import { Pill } from '../shared/ui/pill.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import { askApi, type Tenant } from './ask-api.ts'
import type { Business, IssuedKey } from './ask-people.ts'
import { CardPage } from './card-page.tsx'
import { Steps } from './timeline.tsx'
import { timelineQuery } from './use-transactions.ts'
import { toneOf, wordsOf } from './words.ts'

/** Shows the key once, and runs a first buy in the sandbox. */
export function WelcomePage({ business, issued }: Readonly<{ business: Business; issued: IssuedKey }>) {
  const tenant: Tenant = {
    businessId: business.business_id,
    linkTag: business.link_tag,
    name: business.name,
    role: 'owner',
    mode: 'test',
  }
  return (
    <CardPage title={`${business.name} is ready`} lead="This is test mode. No real money moves.">
      <div className="flex flex-col gap-6">
        <section>
          <h2 className="text-body font-semibold">Your test key</h2>
          <p className="mb-2 text-small text-muted">Copy it now. We store only its fingerprint.</p>
          <Shown what="key" text={issued.secret} />
          <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-small">
            <dt className="text-muted">business_id</dt>
            <dd className="truncate font-mono text-caption">{business.business_id}</dd>
            <dt className="text-muted">link_tag</dt>
            <dd className="font-mono text-caption">{business.link_tag}</dd>
          </dl>
        </section>
        <FirstBuy tenant={tenant} />
        <Button asChild className="h-11">
          <a href={`/dashboard/${business.link_tag}/test`}>Open the dashboard</a>
        </Button>
      </div>
    </CardPage>
  )
}

function FirstBuy({ tenant }: Readonly<{ tenant: Tenant }>) {
  const run = useMutation({
    mutationFn: async () =>
      askApi<{ run: { transaction_id: string } }>(tenant, '/sandbox/v1/scenarios/paid_exactly', {
        business_id: tenant.businessId,
        link_tag: tenant.linkTag,
        amount: '25000',
      }),
  })
  const id = run.data?.run.transaction_id
  const { data } = useQuery({ ...timelineQuery(tenant, id ?? ''), enabled: id !== undefined })
  const status = data?.timeline.status
  return (
    <section>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-body font-semibold">Your first buy</h2>
        {status !== undefined && <Pill tone={toneOf(status)}>{wordsOf(status)}</Pill>}
      </div>
      <p className="mb-3 text-small text-muted">
        A simulated payer sends ₦25,000.00, and 25,000.00 NGNC arrive in a test wallet.
      </p>
      {id === undefined && (
        <Button look="primary" className="h-11 w-full" disabled={run.isPending} onClick={() => run.mutate()}>
          <Play size={16} aria-hidden />
          Run a first buy
        </Button>
      )}
      {run.error !== null && <Problem>{run.error.message}</Problem>}
      <div aria-live="polite">{data !== undefined && <Steps steps={data.timeline.steps} />}</div>
    </section>
  )
}

/** A secret in full, with its copy button. It wraps, so that nothing of it is hidden. */
export function Shown({ what, text }: Readonly<{ what: string; text: string }>) {
  return (
    <div className="flex flex-col gap-2 middle:flex-row middle:items-center">
      <code className="min-w-0 flex-1 rounded-small border bg-sunken px-3 py-2 font-mono text-caption break-all">
        {text}
      </code>
      <CopyButton text={text} what={what} />
    </div>
  )
}
