"""Adds plants, with nothing but the standard library."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def add_plant(base_url, token, plant):
    """Returns the plant as the service has it. Raises RuntimeError with the service's message."""
    request = Request(
        f"{base_url}/plants",
        data=json.dumps(plant).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with urlopen(request, timeout=30) as response:
            return json.load(response)
    except HTTPError as error:
        with error:
            raise RuntimeError(json.load(error)["message"]) from error
