import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { shortId } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { ShortId } from '../parts.tsx'
import { runCommand } from '../run-command.ts'
import { useMode } from '../use-console.ts'

/** What has no screen of its own, in the words of `afara ops show`: a credit, a key, an operator, an endpoint. */
export function RecordPage() {
  const mode = useMode()
  const { record } = useParams({ from: '/$mode/records/$record' })
  const { data, error } = useQuery({
    queryKey: ['console', mode, 'all', 'record', record],
    queryFn: async () => runCommand(['show', record]),
  })
  return (
    <div className="grid gap-4">
      <h1 className="flex flex-wrap items-center gap-3 text-title font-semibold tracking-tight">
        {data?.[0] === undefined ? shortId(record) : data[0].replace(record, '').trim()}
        <ShortId id={record} />
      </h1>
      {error !== null && <Problem>{error.message}</Problem>}
      <Panel title="Everything we know about it">
        {data === undefined && error === null && <Skeleton rows={6} />}
        {data !== undefined && (
          <Scroller name="The record" className="overflow-x-auto">
            <pre className="px-4 py-3 font-mono text-caption whitespace-pre">{data.slice(1).join('\n')}</pre>
          </Scroller>
        )}
      </Panel>
    </div>
  )
}
