import { Check, ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentType, type ReactNode, useId } from 'react'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Money } from '../../shared/ui/money.tsx'
import type { Tenant } from '../ask-api.ts'
import { dateOf, koboOf } from '../words.ts'
import { AccountForm } from './account-form.tsx'
import { DocumentsForm } from './documents-form.tsx'
import { PeopleForm, percentOf } from './people-form.tsx'
import { AgreementForm, CompanyForm, ConsentForm, VolumesForm } from './short-forms.tsx'
import { type FormProps, type GoLive, type ItemName, itemNames } from './use-go-live.ts'

type Item = Readonly<{
  name: string
  Form: ComponentType<FormProps>
  /** What is stored, in one line. Undefined if nothing is. */
  told: (file: GoLive) => ReactNode
  /** What is asked for, in one line. */
  asked: string
}>

const items: Readonly<Record<ItemName, Item>> = {
  company: {
    name: itemNames.company,
    Form: CompanyForm,
    told: ({ company }) => company && `${company.legal_name} · ${company.rc_number}`,
    asked: 'Legal name and registration number',
  },
  people: {
    name: itemNames.people,
    Form: PeopleForm,
    told: ({ people }) =>
      people.length > 0 &&
      people.map(({ name, share_bps: share }) => `${name} ${percentOf(share)}%`).join(' · '),
    asked: 'Everybody who directs the business or owns 5% or more',
  },
  documents: {
    name: itemNames.documents,
    Form: DocumentsForm,
    told: ({ documents }) => documents.length > 0 && documents.map(({ name }) => name).join(' · '),
    asked: 'Certificate, status report and proof of address',
  },
  account: {
    name: itemNames.account,
    Form: AccountForm,
    told: ({ account }) =>
      account && `${account.account_name} · ${account.bank_name} ${account.account_number}`,
    asked: 'An account in the name of the business, which we prove with the bank',
  },
  volumes: {
    name: itemNames.volumes,
    Form: VolumesForm,
    told: ({ volumes }) =>
      volumes && (
        <>
          <Money kobo={koboOf(volumes.monthly_volume)} /> a month, up to{' '}
          <Money kobo={koboOf(volumes.largest_payment)} /> at once
        </>
      ),
    asked: 'What you expect to move, and the largest payment',
  },
  agreement: {
    name: itemNames.agreement,
    Form: AgreementForm,
    told: ({ agreement }) => agreement && `Accepted by ${agreement.by} on ${dateOf(agreement.at)}`,
    asked: 'What you and Afara promise each other',
  },
  consent: {
    name: itemNames.consent,
    Form: ConsentForm,
    told: ({ consent }) => consent && `${consent.vendor} · ${consent.reference}`,
    asked: 'Your payment vendor agrees that Afara moves the money',
  },
}

/** One item of the checklist: its state, what is stored, what to fix, and its form. */
export function ChecklistItem({
  item,
  file,
  tenant,
  isComplete,
  isOpen,
  toggle,
  close,
}: Readonly<{
  item: ItemName
  file: GoLive
  tenant: Tenant
  isComplete: boolean
  isOpen: boolean
  /** Undefined if the file cannot change now. */
  toggle: (() => void) | undefined
  close: () => void
}>) {
  const id = useId()
  const { name, Form, told, asked } = items[item]
  const fixes = file.state === 'refused' ? (file.submission?.to_fix ?? []) : []
  const toFix = fixes.filter((one) => one.item === item)
  const head = (
    <>
      <Sign isComplete={isComplete} isToFix={toFix.length > 0} />
      <span className="min-w-0 flex-1 text-left">
        <span className="block text-small font-medium">
          {name}
          <span className="sr-only">{isComplete ? ', complete' : ', not complete'}</span>
        </span>
        <span className="block text-caption break-words text-muted">{told(file) || asked}</span>
        {toFix.map(({ words }) => (
          <span key={words} className="mt-1 block text-small font-medium text-warn">
            {words}
          </span>
        ))}
      </span>
    </>
  )
  const row = 'flex min-h-14 w-full items-center gap-3 px-4 py-2'
  return (
    <li className="border-b last:border-b-0">
      {toggle === undefined ? (
        <div className={row}>{head}</div>
      ) : (
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
            className={joinClasses(row, 'hover:bg-sunken focus-visible:-outline-offset-2')}
          >
            {head}
            <ChevronDown
              size={16}
              aria-hidden
              className={joinClasses('shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        </h3>
      )}
      <div id={id} hidden={!isOpen} className="px-4 pt-2 pb-4 middle:pl-13">
        {isOpen && <Form tenant={tenant} file={file} close={close} />}
      </div>
    </li>
  )
}

function Sign({ isComplete, isToFix }: Readonly<{ isComplete: boolean; isToFix: boolean }>) {
  if (isToFix) return <CircleAlert size={24} aria-hidden className="shrink-0 text-warn" />
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'flex size-6 shrink-0 items-center justify-center rounded-full border',
        isComplete ? 'border-good bg-good text-on-brand' : 'border-border-strong',
      )}
    >
      {isComplete && <Check size={14} strokeWidth={3} />}
    </span>
  )
}
