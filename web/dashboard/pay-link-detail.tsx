import type { PayLink } from '@afara/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ExternalLink, MessageCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { CopyButton, CopyId } from '../shared/ui/copy-button.tsx'
import { Dialog } from '../shared/ui/dialog.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Pill } from '../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { QrCode } from '../shared/ui/qr-code.tsx'
import type { Tenant } from './ask-api.ts'
import { cancelPayLink, payLinkQuery } from './use-pay-links.ts'
import { clockOf, dateOf, koboOf, shortId, toneOf, untilOf, wordsOf } from './words.ts'

/** One link: the code and the buttons that share it, what it asks for, and its payment. */
export function PayLinkDetail({
  tenant,
  id,
  close,
}: Readonly<{ tenant: Tenant; id: string; close: () => void }>) {
  const { data, error } = useQuery(payLinkQuery(tenant, id))
  const [isCancelling, setIsCancelling] = useState(false)
  const link = data?.pay_link
  const isOpen = link?.status === 'pending_payment' || link?.status === 'part_paid'
  return (
    <article aria-label="Pay link" className="flex min-w-0 flex-col gap-4 wide:sticky wide:top-20">
      <Button look="quiet" className="h-11 self-start wide:hidden" onClick={close}>
        <ArrowLeft size={16} aria-hidden />
        All pay links
      </Button>
      {error !== null && <Problem>{error.message}</Problem>}
      {link === undefined && error === null && <Skeleton rows={5} />}
      {link !== undefined && (
        <>
          <header>
            <p className="truncate text-small text-muted">{link.description ?? link.reference}</p>
            <p className="flex flex-wrap items-center gap-x-3 text-display font-semibold">
              <span className="tracking-tight">
                <Money kobo={koboOf(link.amount)} />
              </span>
              <Pill tone={toneOf(link.status)}>{wordsOf(link.status)}</Pill>
            </p>
            <p className="text-caption text-muted">
              {isOpen
                ? `The payer sends exactly this amount until ${untilOf(link.expires_at)}.`
                : (data?.message ?? '')}
            </p>
          </header>
          {isOpen && <Share link={link} tenant={tenant} />}
          <Facts link={link} />
          <div className="grid grid-cols-2 gap-3">
            <Button asChild>
              <Link
                from="/$business/$mode"
                to="/$business/$mode/transactions"
                search={{ open: link.transaction_id }}
              >
                See the transaction
              </Link>
            </Button>
            {link.status === 'pending_payment' && tenant.role !== 'viewer' && (
              <Button className="text-bad!" onClick={() => setIsCancelling(true)}>
                Cancel the link
              </Button>
            )}
          </div>
          {isCancelling && <CancelDialog tenant={tenant} link={link} close={() => setIsCancelling(false)} />}
        </>
      )}
    </article>
  )
}

function Share({ link, tenant }: Readonly<{ link: PayLink; tenant: Tenant }>) {
  const what = link.description === null ? '' : ` for ${link.description}`
  const text = `Pay ${tenant.name}${what}: ${link.url}`
  return (
    <section aria-label="Share" className="flex flex-col items-center gap-3 rounded-panel border p-4">
      <QrCode text={link.url} name="A code that opens the page of this link" />
      <p className="w-full truncate text-center font-mono text-caption text-muted">{link.url}</p>
      <div className="grid w-full grid-cols-2 gap-3">
        <CopyButton text={link.url} what="the link" />
        <Button asChild>
          <a href={`https://wa.me/?text=${encodeURIComponent(text)}`} target="_blank" rel="noreferrer">
            <MessageCircle size={16} aria-hidden />
            WhatsApp
          </a>
        </Button>
        <Button asChild className="col-span-2">
          <a href={link.url} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden />
            Open the payer’s page
          </a>
        </Button>
      </div>
    </section>
  )
}

function Facts({ link }: Readonly<{ link: PayLink }>) {
  const rows: ReadonlyArray<readonly [name: string, value: ReactNode]> = [
    ['Reference', <CopyId key="reference" id={link.reference} short={link.reference} />],
    ['Code in the narration', <CopyId key="code" id={link.code} short={link.code} />],
    ['Paid into', `${link.bank_name} ••${link.account_number.slice(-4)}`],
    ['Fee', <Money key="fee" kobo={koboOf(link.fee)} />],
    [
      'NGNC goes to',
      link.wallet_address === '' ? (
        'Your balance'
      ) : (
        <span key="wallet" className="flex items-center gap-2">
          {link.network} <CopyId id={link.wallet_address} short={shortId(link.wallet_address)} />
        </span>
      ),
    ],
    ['Made', `${dateOf(link.created_at)}, ${clockOf(link.created_at)} Lagos`],
  ]
  return (
    <dl className="text-small">
      {rows.map(([name, value]) => (
        <div key={name} className="flex min-h-9 items-center justify-between gap-3 border-b">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 truncate">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function CancelDialog({
  tenant,
  link,
  close,
}: Readonly<{ tenant: Tenant; link: PayLink; close: () => void }>) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: async () => cancelPayLink(tenant, link.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode] })
      close()
    },
  })
  return (
    <Dialog title="Cancel this link" onClose={close}>
      <p className="mb-4 text-body">
        Its page stops asking for <Money kobo={koboOf(link.amount)} />. You cannot open it again. If the payer
        has sent the naira already, it is not lost: we ask you what to do with it.
      </p>
      {cancel.error !== null && <Problem>{cancel.error.message}</Problem>}
      <Button
        className="h-11 w-full text-bad! middle:h-10"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel the link
      </Button>
    </Dialog>
  )
}
