import { renderSVG } from 'uqr'

/** An address as a picture for a phone's camera: dark on light, also by night. */
export function pageQr(url: string): string {
  return renderSVG(url, { border: 1 })
}
