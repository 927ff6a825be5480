import { useMemo } from 'react';
import { callAddress } from '../../../api/http.ts';
import { FramedPdf } from '../../../ui/pdf/framed-pdf.tsx';
import { bytesUrl } from '../addresses.ts';
import type { ViewerProps } from './viewer-props.ts';
import { Waiting } from './waiting.tsx';

/** PDF in the reader. */
export function PdfViewer({ share, file, onFailed }: ViewerProps) {
  const address = callAddress(bytesUrl(share, file, { inline: true }));
  const source = useMemo(() => ({ address, headers: {} }), [address]);
  return <FramedPdf source={source} name={file.name} waiting={<Waiting />} onError={onFailed} />;
}
