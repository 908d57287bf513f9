import { FileCheck2, FileUp, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { type DocumentKind, type FileDocument, type FormProps, useGoLiveRequest } from './use-go-live.ts'

const documentNames: Readonly<Record<DocumentKind, string>> = {
  registration: 'Certificate of incorporation',
  status_report: 'CAC status report',
  address: 'Proof of address',
  vendor_consent: 'Consent of your vendor',
  other: 'Anything else',
}
const isRequired = (kind: DocumentKind) => ['registration', 'status_report', 'address'].includes(kind)

/** Computes the fingerprint of each document in the browser. The document itself goes nowhere. */
export function DocumentsForm({ tenant, file }: FormProps) {
  const save = useGoLiveRequest(tenant)
  const [problem, setProblem] = useState<string>()
  const store = (documents: readonly FileDocument[]) => save.mutate({ documents })
  const add = async (kind: DocumentKind, given: File) => {
    setProblem(undefined)
    try {
      const added = { kind, name: given.name.slice(0, 200), sha256: await digestOf(given) }
      store([...file.documents.filter((one) => one.kind !== kind), added])
    } catch {
      setProblem(`We could not read ${given.name}. Choose the file again.`)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-muted">
        Your documents stay on this device. Your browser computes the SHA-256 of each, and we store only that
        and the name. Keep the files unchanged: we ask you to show them when we check your business.
      </p>
      <ul className="flex flex-col gap-2">
        {(Object.keys(documentNames) as DocumentKind[]).map((kind) => (
          <DocumentSlot
            key={kind}
            kind={kind}
            stored={file.documents.find((one) => one.kind === kind)}
            isBusy={save.isPending}
            add={async (given) => add(kind, given)}
            remove={() => store(file.documents.filter((one) => one.kind !== kind))}
          />
        ))}
      </ul>
      {(problem ?? save.error?.message) !== undefined && <Problem>{problem ?? save.error?.message}</Problem>}
    </div>
  )
}

function DocumentSlot({
  kind,
  stored,
  isBusy,
  add,
  remove,
}: Readonly<{
  kind: DocumentKind
  stored: FileDocument | undefined
  isBusy: boolean
  add: (given: File) => Promise<void>
  remove: () => void
}>) {
  const id = useId()
  const { place, isOver } = useDrop(add)
  const Icon = stored === undefined ? FileUp : FileCheck2
  return (
    <li
      ref={place}
      className={joinClasses(
        'flex flex-wrap items-center gap-3 rounded-small border px-3 py-2',
        stored === undefined ? 'border-dashed border-border-strong' : 'border-border',
        isOver && 'border-brand bg-brand-soft',
      )}
    >
      <Icon
        size={20}
        aria-hidden
        className={joinClasses('shrink-0', stored === undefined ? 'text-faint' : 'text-good')}
      />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-small font-medium">
          {documentNames[kind]}
          {!isRequired(kind) && <span className="font-normal text-muted"> · optional</span>}
        </p>
        {stored === undefined ? (
          <p className="text-caption text-muted">Drop the file here, or choose it.</p>
        ) : (
          <p className="text-caption break-all text-muted">
            {stored.name} · <span className="font-mono">{stored.sha256.slice(0, 12)}…</span>
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <label
          htmlFor={id}
          className={joinClasses(
            'inline-flex h-11 cursor-pointer items-center rounded-small border border-border-strong bg-surface px-3 text-small font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand middle:h-8',
            isBusy && 'opacity-50',
          )}
        >
          <input
            id={id}
            type="file"
            disabled={isBusy}
            aria-label={`${stored === undefined ? 'Choose' : 'Replace'}: ${documentNames[kind]}`}
            className="sr-only"
            onChange={({ target }) => {
              const [given] = target.files ?? []
              if (given !== undefined) void add(given)
              target.value = ''
            }}
          />
          {stored === undefined ? 'Choose file' : 'Replace'}
        </label>
        {stored !== undefined && !isRequired(kind) && (
          <Button look="quiet" isIcon aria-label={`Remove: ${documentNames[kind]}`} onClick={remove}>
            <Trash2 size={16} aria-hidden />
          </Button>
        )}
      </div>
    </li>
  )
}

/** Takes a file that is dropped on an element. The button beside it does the same for a keyboard. */
function useDrop(take: (given: File) => Promise<void>) {
  const place = useRef<HTMLLIElement>(null)
  const latest = useRef(take)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    }
    const leave = () => setIsOver(false)
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      const [given] = event.dataTransfer?.files ?? []
      if (given !== undefined) void latest.current(given)
    }
    const element = place.current
    element?.addEventListener('dragover', over)
    element?.addEventListener('dragleave', leave)
    element?.addEventListener('drop', drop)
    return () => {
      element?.removeEventListener('dragover', over)
      element?.removeEventListener('dragleave', leave)
      element?.removeEventListener('drop', drop)
    }
  }, [])
  return { place, isOver }
}

async function digestOf(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
