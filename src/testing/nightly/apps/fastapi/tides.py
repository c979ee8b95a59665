"""A FastAPI service as its tutorial has it: a typed route, an item that may be missing, the documents that come by themselves."""
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel


class Tide(BaseModel):
    port: str
    high_water: str


app = FastAPI(title="Tides", version="1.0.0")


@app.get("/")
def root():
    return {"service": "tides"}


@app.get("/tides/{port}", response_model=Tide, responses={404: {"description": "No such port"}})
def tide(port: str):
    if port != "vlissingen":
        raise HTTPException(status_code=404, detail="No such port")
    return Tide(port=port, high_water="06:12")
