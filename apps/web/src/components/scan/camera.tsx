import { Alert, Spin } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReaderOptions } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

const LOOK_EVERY_MS = 120;
/** Do not read the same code twice while it stays in front of the lens. */
const AGAIN_AFTER_MS = 1_500;
const READS: ReaderOptions = {
  formats: ['Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code39', 'ITF', 'QRCode', 'DataMatrix', 'PDF417'],
  tryHarder: true,
  maxNumberOfSymbols: 1,
};

/** The phone's camera as a scanner. */
export default function Camera({ onCode }: { onCode: (code: string) => void }): ReactNode {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'opening' | 'open' | 'refused'>('opening');
  const last = useRef({ code: '', at: 0 });
  const found = useEffectEvent((code: string) => {
    const now = Date.now();
    const { code: before, at } = last.current;
    last.current = { code, at: now };
    if (code !== before || now - at > AGAIN_AFTER_MS) onCode(code);
  });
  useEffect(() => {
    const stop = new AbortController();
    watch(
      video.current,
      stop.signal,
      (code) => found(code),
      () => setState('open'),
    ).catch((error: unknown) => {
      if (!stop.signal.aborted) setState('refused');
      console.warn(error);
    });
    return () => stop.abort();
  }, []);
  return (
    <div className="tw-scan-camera">
      {state === 'refused' && <Alert type="warning" showIcon title={t('scan.cameraRefused')} />}
      {state === 'opening' && <Spin />}
      <video ref={video} muted playsInline hidden={state === 'refused'} aria-label={t('scan.camera')} />
    </div>
  );
}

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onCode: (code: string) => void,
  onOpen: () => void,
): Promise<void> {
  if (!video) return;
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return close();
  signal.addEventListener('abort', close);
  video.srcObject = stream;
  await video.play();
  onOpen();
  const canvas = document.createElement('canvas');
  const paper = canvas.getContext('2d', { willReadFrequently: true });
  while (!signal.aborted && paper) {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    if (canvas.width > 0) {
      paper.drawImage(video, 0, 0);
      const [code] = await readBarcodes(paper.getImageData(0, 0, canvas.width, canvas.height), READS);
      if (code?.text && !signal.aborted) onCode(code.text);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
