import { Link, useSearch } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { docsUrl, type Tenant } from '../ask-api.ts'
import { useTenant } from '../use-account.ts'
import { CertificationTab } from './certification-tab.tsx'
import type { DeveloperTab } from './developers-search.ts'
import { KeysTab } from './keys-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { SandboxTab } from './sandbox-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

type Tab = Readonly<{
  id: DeveloperTab
  name: string
  Content: (props: Readonly<{ tenant: Tenant }>) => React.ReactNode
  /** The sandbox exists only in test mode. */
  isTest?: true
}>

const tabs: readonly Tab[] = [
  { id: 'keys', name: 'Keys', Content: KeysTab },
  { id: 'webhooks', name: 'Webhooks', Content: WebhooksTab },
  { id: 'requests', name: 'Requests', Content: RequestsTab },
  { id: 'sandbox', name: 'Sandbox', Content: SandboxTab, isTest: true },
  { id: 'certification', name: 'Certification', Content: CertificationTab, isTest: true },
]

/** What programs of the business need: keys, webhooks, their requests, and a sandbox that fails on purpose. */
export function DevelopersPage() {
  const tenant = useTenant()
  const { tab: wanted = 'keys' } = useSearch({ from: '/$business/$mode/developers' })
  const shown = tabs.filter(({ isTest }) => isTest !== true || tenant.mode === 'test')
  const tab = shown.find(({ id }) => id === wanted) ?? shown[0]
  return (
    <>
      <title>{`${tab?.name ?? 'Developers'} · ${tenant.name} · Afara`}</title>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h1 className="text-title font-semibold tracking-tight">Developers</h1>
        <Button asChild>
          <a href={docsUrl('integrate')} target="_blank" rel="noreferrer">
            <BookOpen size={16} aria-hidden />
            Docs
          </a>
        </Button>
      </div>
      <nav
        aria-label="Developers"
        className="-mx-4 mb-4 flex gap-4 overflow-x-auto border-b px-4 middle:mx-0 middle:gap-6 middle:px-0"
      >
        {shown.map(({ id, name }) => (
          <Link
            key={id}
            from="/$business/$mode"
            to="/$business/$mode/developers"
            search={id === 'keys' ? {} : { tab: id }}
            activeOptions={{ exact: true }}
            aria-current={id === tab?.id ? 'page' : undefined}
            className="-mb-px flex h-11 shrink-0 items-center border-b-2 border-transparent text-small font-medium text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-brand aria-[current=page]:text-text middle:h-10"
          >
            {name}
          </Link>
        ))}
      </nav>
      {tab !== undefined && <tab.Content key={`${tenant.businessId}/${tenant.mode}`} tenant={tenant} />}
    </>
  )
}
