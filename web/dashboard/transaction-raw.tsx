import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '../shared/ui/copy-button.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { Scroller } from '../shared/ui/scroller.tsx'
import { apiUrl, fetchText, type Tenant } from './ask-api.ts'

/** The request and the reply with which a program reads the transaction. */
export function TransactionRaw({ tenant, id }: Readonly<{ tenant: Tenant; id: string }>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-body font-semibold middle:min-h-8">
        Request and reply
      </summary>
      {isOpen && <Raw tenant={tenant} id={id} />}
    </details>
  )
}

function Raw({ tenant, id }: Readonly<{ tenant: Tenant; id: string }>) {
  const path = `/transactions/v1/${id}`
  const { data, error } = useQuery({
    queryKey: [tenant.businessId, tenant.mode, 'raw', id],
    queryFn: async () => laidOut(await fetchText(tenant, path)),
    refetchInterval: 5_000,
  })
  const command = `curl ${apiUrl}${path} -H "svc-sec-key: $AFARA_KEY"`
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-muted">
        We do not keep the text of your requests. This is how a program reads the transaction now, with your
        own key.
      </p>
      <Code name="The request" text={command} />
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined && error === null && <Skeleton rows={4} />}
      {data !== undefined && <Code name="The reply" text={data} />}
    </div>
  )
}

function Code({ name, text }: Readonly<{ name: string; text: string }>) {
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-3">
        <h3 className="text-caption font-medium text-muted">{name}</h3>
        <CopyButton text={text} what={name.toLowerCase()} />
      </div>
      <Scroller name={name} className="max-h-80 overflow-x-auto rounded-small border bg-sunken">
        <pre className="p-3 font-mono text-caption">{text}</pre>
      </Scroller>
    </div>
  )
}

/** Lays the reply out in lines. Numbers keep the digits that were sent. */
function laidOut(text: string): string {
  const exact = (_key: string, value: unknown, context?: Readonly<{ source?: string }>): unknown =>
    typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value
  return JSON.stringify(JSON.parse(text, exact), null, 2)
}

declare global {
  interface JSON {
    /** Marks text that JSON.stringify writes unchanged. */
    rawJSON(text: string): unknown
  }
}
