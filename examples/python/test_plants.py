"""One mock server for all tests, and a session for each, which only the base address names."""

import json
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor
from urllib.request import Request, urlopen
from uuid import uuid4

from plants import add_plant


class AddPlant(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = ["node_modules/.bin/plant-store-client", "mock", "--port", "0", "--token", "let-me-in", "--json"]
        cls.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        cls.url = json.loads(cls.server.stdout.readline())["listening"]

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.communicate()

    def setUp(self):
        # A session's name is 1 to 64 of A-Z a-z 0-9 . _ - and the id of a test may be longer.
        self.base_url = f"{self.url}/~{uuid4()}"

    def control(self, method, path, body=None):
        """Calls the control API of this test's session."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.base_url}/__mock{path}", data, headers, method=method)
        with urlopen(request) as response:
            return json.load(response)

    def test_adds_a_plant_with_all_digits_of_its_id(self):
        plant = {"id": 9223372036854775807, "name": "Monstera"}
        self.assertEqual(add_plant(self.base_url, "let-me-in", plant), {"name": "Monstera"})
        self.assertEqual(self.control("GET", "/plants"), [plant])

    def test_raises_with_the_message_of_the_service(self):
        failure = {"status": 400, "body": {"error": 7, "message": "No room left"}}
        self.control("POST", "/failures", {"failure": failure})
        with self.assertRaisesRegex(RuntimeError, "No room left"):
            add_plant(self.base_url, "let-me-in", {"id": 1, "name": "Monstera"})
        self.assertEqual(self.control("GET", "/plants"), [])

    def test_can_be_slow_without_a_timer(self):
        hold = self.control("POST", "/holds", {"match": {"id": 1}})["id"]
        with ThreadPoolExecutor() as pool:
            plant = {"id": 1, "name": "Monstera"}
            adding = pool.submit(add_plant, self.base_url, "let-me-in", plant)
            held = self.control("GET", f"/holds/{hold}")
            self.assertEqual(held["body"], plant)
            self.assertFalse(adding.done())
            self.control("POST", f"/holds/{hold}/release", {})
            self.assertEqual(adding.result(), {"name": "Monstera"})


if __name__ == "__main__":
    unittest.main()
