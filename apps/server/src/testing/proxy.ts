import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * A proxy before processes on this machine. `next`: the port of the one that takes the next request; undefined: nobody
 * can.
 * @returns ends it, with all that goes through it
 */
export async function startProxy(port: number, next: () => number | undefined): Promise<() => void> {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const to = next();
    if (to === undefined) return void outgoing.writeHead(503).end();
    const { method, url: path, headers, socket } = incoming;
    const passed = forward(
      {
        ...{ host: '127.0.0.1', port: to, method, path },
        headers: { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.once('close', () => passed.destroy());
    incoming.pipe(passed);
  };
  const proxy = createServer(pass).listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  return () => {
    proxy.closeAllConnections();
    proxy.close();
  };
}
