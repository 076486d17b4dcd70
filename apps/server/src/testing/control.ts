/** The control of the stand-ins at this address: reads, or with a body acts. @throws what a stand-in says against it */
export const controlOf =
  (url: string) =>
  async <T>(path: string, body?: object): Promise<T> => {
    const more = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/control/${path}`, body ? more : {});
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
