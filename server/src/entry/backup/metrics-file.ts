import { rename, writeFile } from 'node:fs/promises'

/** What backups tell Prometheus, each as a gauge. */
export const backupMetrics = {
  afara_archive_reach_timestamp_seconds: 'Every commit before this time is in the archive.',
  afara_drill_timestamp_seconds: 'When the last restore drill ended.',
  afara_drill_success: '1 if the restored copy was sound.',
  afara_drill_rpo_seconds:
    'What would have been lost if the database had been lost when the last drill began.',
  afara_drill_rto_seconds: 'How long the last drill took to restore and verify a copy.',
} as const

/**
 * Writes a file for the textfile collector of Prometheus' node exporter. Written to a new name first, because it may be read at any time.
 */
export async function writeMetrics(
  file: string | undefined,
  values: Partial<Record<keyof typeof backupMetrics, number>>,
): Promise<void> {
  if (file === undefined) return
  const lines = Object.entries(values).flatMap(([name, value]) => [
    `# HELP ${name} ${backupMetrics[name as keyof typeof backupMetrics]}`,
    `# TYPE ${name} gauge`,
    `${name} ${value}`,
  ])
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`)
  await rename(`${file}.new`, file)
}
