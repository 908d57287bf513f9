import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { CommandDialog } from '../command-dialog.tsx'
import { Age, linkLook } from '../parts.tsx'
import { contentOf } from '../run-command.ts'
import { useMode } from '../use-console.ts'
import type { CaseScreen } from './use-case.ts'

/** What operators attached as evidence. A file is saved and never shown: others sent it. */
export function FilesPanel({ screen }: Readonly<{ screen: CaseScreen }>) {
  const mode = useMode()
  const [isAttaching, setIsAttaching] = useState(false)
  const { case: file, files } = screen
  return (
    <Panel
      title="Files"
      aside={
        file.state !== 'resolved' && <Button onClick={() => setIsAttaching(true)}>Attach a file…</Button>
      }
    >
      {files.length === 0 && (
        <EmptyState>
          Attach a letter of the bank or a picture of a receipt, so that the people who decide can read it.
        </EmptyState>
      )}
      <ul>
        {files.map(({ number, name, bytes, by, at }) => (
          <li key={number} className="flex items-center gap-3 border-t px-4 py-2 text-small first:border-t-0">
            <Paperclip size={16} aria-hidden className="shrink-0 text-muted" />
            <div className="min-w-0">
              <a
                href={`/console/v1/${mode}/cases/${file.case_id}/files/${number}`}
                download={name}
                className={`${linkLook} block truncate`}
              >
                {name}
              </a>
              <p className="text-caption text-muted">
                {sizeOf(Number(bytes))}, {by ?? 'Afara'}, <Age at={at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isAttaching && <AttachDialog caseId={file.case_id} onClose={() => setIsAttaching(false)} />}
    </Panel>
  )
}

function sizeOf(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000)} kB`
}

function AttachDialog({ caseId, onClose }: Readonly<{ caseId: string; onClose: () => void }>) {
  const [chosen, setChosen] = useState<File>()
  return (
    <CommandDialog
      title="Attach a file"
      args={['attach', caseId, chosen?.name ?? '']}
      files={async () => (chosen === undefined ? {} : { [chosen.name]: await contentOf(chosen) })}
      isReady={chosen !== undefined}
      reasonLabel="What does it show?"
      says="A PDF, a PNG or JPEG picture, or plain text, of at most 2 MB. It stays with the case, and its hash is in the history. It cannot be removed."
      button="Attach it"
      onClose={onClose}
      onDone={onClose}
    >
      <label className="flex min-h-20 cursor-pointer flex-col items-center justify-center gap-1 rounded-panel border-2 border-dashed border-border-strong px-4 py-3 text-center text-small hover:bg-sunken focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand">
        <span className="font-medium break-all">{chosen?.name ?? 'Choose a file'}</span>
        <input
          type="file"
          className="sr-only"
          aria-label="The file"
          accept=".pdf,.png,.jpg,.jpeg,.txt"
          onChange={(event) => setChosen(event.target.files?.[0])}
        />
      </label>
    </CommandDialog>
  )
}
