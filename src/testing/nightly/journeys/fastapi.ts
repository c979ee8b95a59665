/** FastAPI as its "First Steps" and "Path Parameters" begin. */
import { serve } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergePy } from './merge-py.ts';

const MAIN = `from fastapi import FastAPI

app = FastAPI()


@app.get("/")
async def root():
    return {"message": "Hello World"}


@app.get("/items/{item_id}")
async def read_item(item_id: int):
    return {"item_id": item_id}
`;

export const fastapi: Journey = {
  name: 'fastapi',
  publicFolder: 'public',
  stepwise: true,
  make: async (folder) => {
    await writeIn(folder, 'requirements.txt', 'fastapi\nuvicorn\n');
    await writeIn(folder, 'main.py', MAIN);
  },
  merge: (_, present, block) => mergePy(present, block),
  start: (folder, port) =>
    serve(`http://127.0.0.1:${port}`, {
      command: '/usr/bin/python3',
      args: ['-m', 'uvicorn', '--app-dir', folder, '--port', String(port), '--no-access-log', 'main:app'],
      env: { PYTHONDONTWRITEBYTECODE: '1' },
      cwd: folder,
    }),
};
